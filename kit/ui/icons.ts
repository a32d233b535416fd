/** Every icon a declaration (element, connector, format) may name. One line more makes one more known. */
export {
        
              
    IconBox,     
                
       
              
             
             
                  
                 
} from '@tabler/icons-react'
